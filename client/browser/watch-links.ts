/** Tells about the links of the page: which came into view, which are pointed at. */
import { whenIdle } from "#client/ui/when-idle.ts";
import type { LinkPrefetch } from "./link-prefetch.ts";

const LINKS = "a[href]";

export function watchLinks(links: LinkPrefetch): void {
  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      inView.unobserve(target);
      if (target instanceof HTMLAnchorElement) links.seen(target.href);
    }
  });
  const observe = (root: Element | Document) => {
    for (const link of root.querySelectorAll(LINKS)) inView.observe(link);
  };
  observe(document);
  const added = new Set<Element>();
  function observeAdded(): void {
    for (const element of added) {
      if (element.matches(LINKS)) inView.observe(element);
      observe(element);
    }
    added.clear();
  }
  new MutationObserver((records) => {
    const isWaiting = added.size > 0;
    for (const { addedNodes } of records) {
      for (const node of addedNodes) if (node instanceof Element) added.add(node);
    }
    // A page that is just being shown comes first.
    if (added.size > 0 && !isWaiting) whenIdle(observeAdded);
  }).observe(document.body, { childList: true, subtree: true });
  const tellIntended = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINKS) : null;
    if (link) links.intended(link.href);
  };
  document.addEventListener("pointerover", tellIntended);
  document.addEventListener("focusin", (event) => {
    // A press gives the focus as well, but the pointer was there before.
    if (event.target instanceof Element && event.target.matches(":focus-visible")) tellIntended(event);
  });
}
