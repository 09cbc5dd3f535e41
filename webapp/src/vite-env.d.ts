/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:messages' {
  const files: Readonly<Record<string, () => Promise<{ default: import('./i18n/format').Messages }>>>;
  export default files;
}

declare module 'virtual:kernel' {
  /** The address of the solver's kernel; null in a build without it. */
  const address: string | null;
  export default address;
}
