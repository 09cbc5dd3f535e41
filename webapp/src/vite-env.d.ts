/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:messages' {
  const files: Readonly<Record<string, () => Promise<{ default: import('./i18n/format').Messages }>>>;
  export default files;
}
