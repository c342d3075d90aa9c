/** The text of a drawing. */
declare module '*.svg' {
  const text: string
  export { text as default }
}
