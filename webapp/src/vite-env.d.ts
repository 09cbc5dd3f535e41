/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:messages' {
  type Texts = () => Promise<{ default: import('./i18n/format').Messages }>;
  /** A language: its tag, what it calls itself, how it runs, the texts that every page reads, and those of the others. */
  interface Language {
    readonly code: string;
    readonly name: string;
    readonly direction: 'ltr' | 'rtl';
    readonly load: Texts;
    readonly parts: Readonly<Record<import('./i18n/parts').Part, Texts>>;
  }
  /** English first. */
  const languages: readonly Language[];
  export default languages;
}

declare module 'virtual:places' {
  /** Where each message stands, by its key without plural forms: its area, the parts of the page that name it. */
  const places: Readonly<Record<string, { readonly area: string; readonly parts: readonly string[] }>>;
  export default places;
}

declare module 'virtual:kernel' {
  /** The address of the solver's kernel; null in a build without it. */
  const address: string | null;
  export default address;
}

declare module 'virtual:camera' {
  /** The address of the camera's reader; null in a build without it. */
  const address: string | null;
  export default address;
}

declare module 'virtual:camera/weights' {
  /** The address of what the reader has learned; null in a build without it. */
  const address: string | null;
  export default address;
}
