/** What a live connection needs of a browser: sockets, requests, time, and whether the page is seen and the device online. */
import { LivePage } from "#shared/contracts/live.ts";
import type { Http } from "#client/data/http.ts";
import { after } from "#client/ui/scheduling.ts";
import type { LiveWorld } from "./live-connection.ts";

/** Reads no browser global before it is used. */
export function browserLive(http: Http): LiveWorld {
  // A page that is left without a socket can be kept whole by the browser, for who comes back to it.
  let isLeft = false;
  return {
    connect(path, on) {
      const socket = openSocket(socketUrl(path));
      if (!socket) {
        // The caller has to know the socket before it hears that it is closed.
        queueMicrotask(() => on.closed());
        return { send() {}, close() {} };
      }
      socket.addEventListener("message", ({ data }) => on.message(String(data)));
      socket.addEventListener("close", () => on.closed(), { once: true });
      return {
        // A socket that is not open, or no more, drops what it is given to send.
        send: (text) => (socket.readyState === WebSocket.OPEN ? socket.send(text) : undefined),
        close() {
          // One that is closed before it is open fails, and the browser says so in its console.
          if (socket.readyState !== WebSocket.CONNECTING) socket.close();
          else socket.addEventListener("open", () => socket.close(), { once: true });
        },
      };
    },
    ask: (path) => http.get(path, LivePage),
    after,
    random: Math.random,
    surroundings: () => ({
      isVisible: document.visibilityState === "visible",
      isOnline: navigator.onLine && !isLeft,
    }),
    watchSurroundings(listener) {
      const end = new AbortController();
      const on = { signal: end.signal };
      document.addEventListener("visibilitychange", listener, on);
      for (const type of ["online", "offline", "pagehide", "pageshow"]) {
        window.addEventListener(
          type,
          () => {
            if (type.startsWith("page")) isLeft = type === "pagehide";
            listener();
          },
          on,
        );
      }
      return () => end.abort();
    },
  };
}

/** Null where the browser has no sockets, or a policy refuses this one. */
function openSocket(url: URL): WebSocket | null {
  try {
    return new WebSocket(url);
  } catch {
    return null;
  }
}

function socketUrl(path: string): URL {
  const url = new URL(path, window.location.origin);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url;
}
