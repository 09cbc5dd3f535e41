// A worker for pages that come from a disk, where browsers load none: a hidden frame does its work.
if (location.protocol === 'file:') {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const base = new URL(address, location.href);
      const frame = document.createElement('iframe');
      frame.hidden = true;
      document.body.append(frame);
      const inner = frame.contentWindow;
      const load = (url) =>
        new Promise((loaded, failed) => {
          const script = inner.document.createElement('script');
          Object.assign(script, { src: new URL(url, base), onload: loaded, onerror: failed });
          inner.document.body.append(script);
        });
      inner.postMessage = (data) => this.dispatchEvent(new MessageEvent('message', { data }));
      inner.importScripts = (...urls) => urls.reduce((before, url) => before.then(() => load(url)), Promise.resolve());
      this.ready = load(base);
      this.inner = inner;
    }
    postMessage(data) {
      this.ready.then(() => this.inner.dispatchEvent(new MessageEvent('message', { data })));
    }
  };
}
