/** Whether the owner of the server has closed it to this guest or this address, as its refusals say. */
class Closing {
  /** The time it ends, by the server's clock (ms); null where nobody is kept out. */
  until = $state<number | null>(null);

  /** Hear a refusal or an error of the server. */
  hear(code: string, params: Readonly<Record<string, unknown>>): void {
    if (code === 'closed' && typeof params['until'] === 'number') this.until = params['until'];
  }
}

export const closing = new Closing();
