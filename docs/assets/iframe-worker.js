// Browsers start no workers for a page that is opened from a folder. The search then runs in a
// hidden frame that looks to it like a worker.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...urls) => {
        for (const each of urls) this.load(each);
      };
      this.load(url, () => {
        const waiting = this.waiting;
        this.waiting = null;
        for (const data of waiting) this.postMessage(data);
      });
    }
    load(url, then) {
      const script = this.frame.contentDocument.createElement("script");
      script.src = String(url);
      script.async = false;
      if (then) script.addEventListener("load", then);
      this.frame.contentDocument.body.append(script);
    }
    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
    }
    terminate() {
      this.frame.remove();
    }
  };
}
