/** Browser services for a live connection: sockets, requests, timers, page visibility and online state. */
import { LivePage } from "#shared/contracts/live.ts";
import type { Http } from "#client/data/http.ts";
import { after } from "#client/ui/scheduling.ts";
import type { LiveWorld } from "./live-connection.ts";

/** Reads no browser global before its first use. */
export function browserLive(http: Http): LiveWorld {
  // Without an open socket the page is eligible for the back/forward cache.
  let isLeft = false;
  return {
    connect(path, on) {
      const socket = openSocket(socketUrl(path));
      if (!socket) {
        // The caller must have the socket before `closed` is called.
        queueMicrotask(() => on.closed());
        return { send() {}, close() {} };
      }
      socket.addEventListener("message", ({ data }) => on.message(String(data)));
      socket.addEventListener("close", () => on.closed(), { once: true });
      return {
        // A socket that is not open discards the message.
        send: (text) => (socket.readyState === WebSocket.OPEN ? socket.send(text) : undefined),
        close() {
          // Closing a socket that is still connecting makes the browser log an error, so it is closed once it is open.
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

/** Null if the browser has no sockets or a policy blocks this one. */
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
