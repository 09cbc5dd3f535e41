/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:messages' {
  /** A language: its code, what it calls itself, its messages. */
  interface Language {
    readonly code: string;
    readonly name: string;
    readonly load: () => Promise<{ default: import('./i18n/format').Messages }>;
  }
  /** English first. */
  const languages: readonly Language[];
  export default languages;
}

declare module 'virtual:kernel' {
  /** The address of the solver's kernel; null in a build without it. */
  const address: string | null;
  export default address;
}
