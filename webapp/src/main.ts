import '@fontsource-variable/figtree';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { locale } from './i18n/i18n.svelte';
import { open } from './pages';
import { router } from './router.svelte';
import { settings } from './settings.svelte';
import { version } from './version.svelte';

settings.apply();
const target = document.getElementById('app');
const [first] = await Promise.all([open(router.path), locale.start()]);
if (target !== null) mount(App, { target, props: { first } });
version.watch();
