/**
 * Wraps text. Words wider than a line are broken, and text that does not fit ends in an ellipsis.
 * @param widthOf of a text, in the unit of `width`
 */
export function wrapText(
  text: string,
  { width, lines: most }: { width: number; lines: number },
  widthOf: (text: string) => number,
): string[] {
  const fits = (line: string) => widthOf(line) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((part) => breakWord(part, fits))) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) line = longer
    else {
      if (line) lines.push(line)
      line = word
    }
    // The rest would be cut off anyway.
    if (lines.length > most) break
  }
  if (line) lines.push(line)
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), endWithEllipsis(lines[most - 1] ?? '', fits)]
}

/** Splits a word into pieces that fit a line. */
function breakWord(word: string, fits: (line: string) => boolean): string[] {
  if (fits(word)) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece && !fits(piece + character)) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}

function endWithEllipsis(line: string, fits: (line: string) => boolean): string {
  let kept = line
  while (kept && !fits(`${kept}…`)) kept = kept.slice(0, -1)
  return `${kept.trimEnd()}…`
}
