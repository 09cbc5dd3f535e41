import '@fontsource-variable/figtree';
import './look/look.css';
import './look/tables.css';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { locale } from './i18n/i18n.svelte';
import { ensureSession } from './net/http';
import { open } from './pages';
import { router } from './router.svelte';
import { settings } from './settings.svelte';
import { watchHand } from './ui/pressed';
import { version } from './version.svelte';

settings.apply();
watchHand();
// Asked for at once: the page that needs it is still on its way. One that fails is asked for again there.
ensureSession().catch(() => undefined);
const target = document.getElementById('app');
const [first] = await Promise.all([open(router.path), locale.start()]);
if (target !== null) mount(App, { target, props: { first } });
version.watch();
