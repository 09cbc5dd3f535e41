/**
 * The service worker: it lets the page open without a connection, and shows notifications. Files with a hash in their
 * name come from its cache, the page's address always from the server where that answers. What is played never passes it.
 */
import { wayOf } from './ways';

/** Written by the build: what to keep, and a hash of it all. */
declare const FILES: readonly string[];
declare const VERSION: string;

/** The part of a service worker's world that is used here; the library of browser types has it only for workers. */
interface Worker {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<readonly { url: string; focus(): Promise<unknown> }[]>;
    openWindow(path: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(
    name: 'install' | 'activate',
    hear: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    name: 'fetch',
    hear: (event: { readonly request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
  addEventListener(
    name: 'notificationclick',
    hear: (event: { readonly notification: Notification; waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
}
const worker = globalThis as unknown as Worker;

const NAME = 'tilerummy-';
const CACHE = `${NAME}${VERSION}`;
/** Milliseconds a server may take for the page before the kept one is shown; the page then says that there is no line. */
const PATIENCE = 5_000;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([...FILES]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const way = wayOf(event.request, worker.location.origin, FILES);
  if (way === 'page') event.respondWith(page(event.request));
  else if (way === 'kept') event.respondWith(kept(event.request));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(String(event.notification.data)));
});

/** Keep this build and the one before it, from which pages may still be open. */
async function tidy(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

async function page(request: Request): Promise<Response> {
  const shell = await (await caches.open(CACHE)).match('/');
  const asked = fetch(request);
  if (shell === undefined) return asked;
  const late = new Promise<Response>((answer) => setTimeout(() => answer(shell), PATIENCE));
  return Promise.race([asked.catch(() => shell), late]);
}

async function kept(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function show(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' });
  const open = windows.find((one) => new URL(one.url).pathname === path);
  await (open === undefined ? worker.clients.openWindow(path) : open.focus());
}
