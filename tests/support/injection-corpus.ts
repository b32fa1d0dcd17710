/** Injection attempts. Each that succeeds sets `window.injected` or leaves an element. */

/** Name of the element that the markup among these would create. */
export const INJECTED_ELEMENT = "injected-mark";

const MARK = `<${INJECTED_ELEMENT}></${INJECTED_ELEMENT}>`;

/** Each is a valid display name for the API, and different from the others. */
export const INJECTIONS: readonly string[] = [
  MARK,
  `<script>window.injected=1</script>`,
  `</script><script>window.injected=1</script>`,
  `</script>${MARK}`,
  `<img src=x onerror="window.injected=1">`,
  `<svg onload=window.injected=1>`,
  `<svg><script>window.injected=1</script></svg>`,
  `<iframe srcdoc="<script>parent.injected=1</script>">`,
  `<details open ontoggle=window.injected=1>`,
  `<body onload=window.injected=1>`,
  `"><img src=x onerror=window.injected=1>`,
  `'><img src=x onerror=window.injected=1>`,
  `" autofocus onfocus="window.injected=1`,
  `' onmouseover='window.injected=1`,
  "` onload=`window.injected=1",
  `javascript:window.injected=1`,
  `JaVaScRiPt:window.injected=1//`,
  `data:text/html,<script>opener.injected=1</script>`,
  `--><!--${MARK}`,
  `]]>${MARK}`,
  `</title>${MARK}`,
  `</textarea>${MARK}`,
  `</style>${MARK}<style>*{color:red}`,
  `<style>@import "//evil.example"</style>`,
  `<link rel=stylesheet href=//evil.example/x.css>`,
  `<base href=//evil.example/>`,
  `<meta http-equiv=refresh content="0;url=//evil.example">`,
  `<form action=//evil.example><input name=a>`,
  `{{constructor.constructor("window.injected=1")()}}`,
  "${window.injected=1}",
  `$t(common.close) {{brand}} $&$'$1`,
  `\\u003cscript\\u003ewindow.injected=1\\u003c/script\\u003e`,
  `%3Cscript%3Ewindow.injected=1%3C/script%3E`,
  `&lt;script&gt;window.injected=1&lt;/script&gt;`,
  `＜script＞window.injected=1//＜/script＞`,
  `\u200f<${INJECTED_ELEMENT}>\u200e`,
  `\u200b<\u200bscript>window.injected=1`,
  `__proto__`,
];
