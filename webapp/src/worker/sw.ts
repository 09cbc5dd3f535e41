/**
 * The service worker: it lets the page open without a connection, and shows notifications. Files with a hash in their
 * name come from its cache, the page's address always from the server where that answers. What is played never passes it.
 */
import { wayOf } from './ways';

/** Written by the build: what to keep, a hash of it all, the files of each language's texts, and which files are kept once
 * they were asked for: what few pages need, and languages. */
declare const FILES: readonly string[];
declare const TEXTS: Readonly<Record<string, readonly string[]>>;
declare const VERSION: string;
declare const LATER: RegExp;

/** What a push says, as the server writes it. */
interface Told {
  readonly title: string;
  readonly text: string;
  readonly path: string;
}

/** The part of a service worker's world that is used here; the library of browser types has it only for workers. */
interface Worker {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<readonly { url: string; focus(): Promise<unknown> }[]>;
    openWindow(path: string): Promise<unknown>;
  };
  addEventListener(
    name: 'install' | 'activate',
    hear: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    name: 'fetch',
    hear: (event: { readonly request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
  readonly registration: ServiceWorkerRegistration;
  addEventListener(
    name: 'push',
    hear: (event: { readonly data: { json(): unknown } | null; waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    name: 'pushsubscriptionchange',
    hear: (event: {
      readonly oldSubscription?: PushSubscription | null;
      waitUntil(work: Promise<unknown>): void;
    }) => void,
  ): void;
  addEventListener(
    name: 'notificationclick',
    hear: (event: { readonly notification: Notification; waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
}
const worker = globalThis as unknown as Worker;

const NAME = 'tilerummy-';
const CACHE = `${NAME}${VERSION}`;
/** Builds that are kept. */
const BUILDS = 3;
/** Files that are fetched together to be kept: the lines that are left are for what the reader asks for meanwhile. */
const TOGETHER = 3;
/** Milliseconds a server may take for the page before the kept one is shown; the page then says that there is no connection. */
const PATIENCE = 5_000;

// It never takes over from another one under open pages: a browser may stop that one with their requests, and then answers
// neither these nor the next page. The one before serves the new build as well, until no page of ours is open.
worker.addEventListener('install', (event) => {
  event.waitUntil(keep());
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener('fetch', (event) => {
  const way = wayOf(event.request, worker.location.origin, FILES);
  if (way === 'page') event.respondWith(page(event.request));
  else if (way === 'kept') event.respondWith(file(event.request));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(String(event.notification.data)));
});

// A browser that is told something must show it: some end a subscription that shows nothing.
worker.addEventListener('push', (event) => {
  const told = event.data?.json() as Told | undefined;
  if (told !== undefined) event.waitUntil(tell(told));
});

worker.addEventListener('pushsubscriptionchange', (event) => {
  const before = event.oldSubscription?.endpoint;
  if (before !== undefined) event.waitUntil(renew(before));
});

/** Keep this build as the newest, and of those before it the ones from which pages may still be open. */
async function keep(): Promise<void> {
  await caches.delete(CACHE);
  const files = [...(await texts()), ...FILES];
  const cache = await caches.open(CACHE);
  for (let at = 0; at < files.length; at += TOGETHER) await cache.addAll(files.slice(at, at + TOGETHER));
  const builds = await kept();
  await Promise.all(builds.slice(BUILDS).map((name) => caches.delete(name)));
}

/** The texts of this build in the browser's language, and in those that builds before it keep. */
async function texts(): Promise<readonly string[]> {
  const before = await Promise.all((await kept()).map(async (name) => (await caches.open(name)).keys()));
  const paths = before.flat().map(({ url }) => new URL(url).pathname);
  const codes = Object.keys(TEXTS);
  const firstOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';
  const own = [...navigator.languages, 'en'].flatMap(
    (tag) => codes.find((code) => firstOf(code) === firstOf(tag)) ?? [],
  );
  const read = codes.filter((code) => code === own[0] || paths.some((path) => path.startsWith(`/assets/${code}-`)));
  return read.flatMap((code) => TEXTS[code] ?? []);
}

/** The builds that are kept, the newest first. */
async function kept(): Promise<readonly string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(NAME)).reverse();
}

async function page(request: Request): Promise<Response> {
  const shell = await newest('/');
  const asked = fetch(request);
  if (shell === undefined) return asked;
  const late = new Promise<Response>((answer) => setTimeout(() => answer(shell), PATIENCE));
  return Promise.race([asked.catch(() => shell), late]);
}

async function file(request: Request): Promise<Response> {
  return (await newest(request)) ?? (LATER.test(request.url) ? fetched(request) : fetch(request));
}

/** Keep a file with the newest build; a storage that is full or shut only costs what was to be kept. */
async function keepFile(request: Request, answer: Response): Promise<void> {
  await (await caches.open(CACHE)).put(request, answer);
}

/** The answer of the server, kept with the newest build. */
async function fetched(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.ok) await keepFile(request, answer.clone()).catch(() => undefined);
  return answer;
}

/**
 * The answer that is kept, of the newest build that has one: a build that is not kept whole has none, nor has a browser
 * that shuts its storage later on.
 */
async function newest(asked: Request | string): Promise<Response | undefined> {
  for (const cacheName of await kept().catch(() => [])) {
    const answer = await caches.match(asked, { cacheName }).catch(() => undefined);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** The browser has lost the subscription at `before`: the server is told of another one. */
async function renew(before: string): Promise<void> {
  const { key } = (await (await fetch('/api/notices')).json()) as { key: string };
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (await worker.registration.pushManager.subscribe(options)).toJSON();
  const body = JSON.stringify({ before, push: { endpoint, ...keys } });
  await fetch('/api/notices/renew', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

async function tell({ title, text, path }: Told): Promise<void> {
  const again = { renotify: true, vibrate: [200, 100, 200] };
  await worker.registration.showNotification(title, {
    body: text,
    tag: path,
    data: path,
    icon: '/icon-192.png',
    ...again,
  });
}

async function show(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' });
  const open = windows.find((one) => new URL(one.url).pathname === path);
  await (open === undefined ? worker.clients.openWindow(path) : open.focus());
}
