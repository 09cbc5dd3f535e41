/** Keeps the screen from going dark, where the browser can; it lets go when the page is hidden, so it is asked again. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let done = false;

  async function ask(): Promise<void> {
    if (done || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    // a phone that saves its battery may refuse
    const given = await navigator.wakeLock.request('screen').catch(() => undefined);
    if (done) await given?.release();
    else lock = given;
  }

  const seen = (): void => void ask();
  document.addEventListener('visibilitychange', seen);
  void ask();
  return () => {
    done = true;
    document.removeEventListener('visibilitychange', seen);
    void lock?.release();
  };
}
