import '@fontsource-variable/figtree';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { locale } from './i18n/i18n.svelte';
import { settings } from './settings.svelte';

settings.apply();
await locale.start();
const target = document.getElementById('app');
if (target !== null) mount(App, { target });
