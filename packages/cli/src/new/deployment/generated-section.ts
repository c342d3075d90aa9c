import { CommandFailure } from '../../command-failure'

const beginning = (name: string): RegExp => new RegExp(`^ *# slices: ${name} \\(.*\\)$`)
const end = (name: string): RegExp => new RegExp(`^ *# end of slices: ${name}$`)

/**
 * A text with the lines between "# slices: NAME (…)" and "# end of slices: NAME" replaced.
 * @param replace returns the new lines, given those that are there
 * @throws CommandFailure when the section's markers are missing
 */
export function replaceSection(
  file: string,
  text: string,
  name: string,
  replace: (current: string[]) => string[],
): string {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => beginning(name).test(line))
  const last = lines.findIndex((line) => end(name).test(line))
  if (first === -1 || last < first)
    throw new CommandFailure(
      `${file} has no section "# slices: ${name} (…)" to "# end of slices: ${name}": put its markers back, for example with git checkout ${file}.`,
    )
  return [...lines.slice(0, first + 1), ...replace(lines.slice(first + 1, last)), ...lines.slice(last)].join(
    '\n',
  )
}
