/** Path data on a 24 by 24 grid, drawn for this page. */

export const CLOSE = "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12 19 17.6 17.6 19 12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z";
export const CHEVRON = "M6 9l6 6 6-6 1.4 1.4L12 17.8 4.6 10.4z";
export const MORE = "M5 10a2 2 0 110 4 2 2 0 010-4zm7 0a2 2 0 110 4 2 2 0 010-4zm7 0a2 2 0 110 4 2 2 0 010-4z";
export const TRASH = "M9 3h6l1 2h4v2H4V5h4zM6 9h12l-1 12H7zm4 2v8h1.5v-8zm3.5 0v8H15v-8z";
export const EYE =
  "M12 5c5 0 8.5 4 10 7-1.5 3-5 7-10 7S3.5 15 2 12c1.5-3 5-7 10-7zm0 3a4 4 0 100 8 4 4 0 000-8zm0 2a2 2 0 110 4 2 2 0 010-4z";
export const SLASH = "M5 2h14a3 3 0 013 3v14a3 3 0 01-3 3H5a3 3 0 01-3-3V5a3 3 0 013-3zm9.5 4L7.8 18h1.7L16.2 6z";
export const TICK = "M9.5 16.2 5.3 12l-1.4 1.4 5.6 5.6L20.5 8 19.1 6.6z";
export const FILE = "M6 2h8l5 5v13a2 2 0 01-2 2H6a2 2 0 01-2-2V4a2 2 0 012-2zm7 1.5V8h4.5z";
export const SEND = "M3 4l19 8-19 8 3-7 8-1-8-1z";
export const DOWN = "M11 4h2v11.2l4.6-4.6L19 12l-7 7-7-7 1.4-1.4 4.6 4.6z";
export const HASH =
  "M9.6 3h2l-.7 5h4l.7-5h2l-.7 5H21v2h-4.4l-.6 4H20v2h-4.2l-.7 5h-2l.7-5h-4l-.7 5h-2l.7-5H3v-2h5.1l.6-4H4V8h4.9zm1 7l-.6 4h4l.6-4z";
export const AT =
  "M12 2a10 10 0 106 18l-1.2-1.6A8 8 0 1120 12v1.5a1.5 1.5 0 01-3 0V8h-2v.8A5 5 0 1015.6 15.4 3.5 3.5 0 0022 13.5V12A10 10 0 0012 2zm0 7a3 3 0 110 6 3 3 0 010-6z";
export const THREAD = "M4 4h16v11H10l-5 5v-5H4zm3 3v2h10V7zm0 4v2h7v-2z";
