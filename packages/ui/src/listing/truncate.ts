/** The text, or its first `length` characters and an ellipsis; never cuts a character in two. */
export function truncate(text: string, length: number): string {
  const characters = Array.from(text)
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}…`
}
