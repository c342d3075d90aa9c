import { type Measured } from './load'

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Prints a gateway's results next to the baseline. @returns their ratio; 0 when a request failed */
export function reportShare(title: string, [baseline, gateway]: Measured[], bar: number | undefined): number {
  if (!baseline || !gateway) throw new Error('nothing measured')
  const share = gateway.requestsPerSecond / baseline.requestsPerSecond
  print(`\n${title}, 50 connections`)
  for (const measured of [baseline, gateway]) print(describe(measured))
  print(`  ratio ${percent(share)}${bar === undefined ? '' : ` (bar: ${percent(bar)})`}`)
  return gateway.failures === 0 ? share : 0
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`

const describe = ({ name, requestsPerSecond, p99Ms, failures }: Measured) =>
  `  ${name.padEnd(14)}${String(requestsPerSecond).padStart(8)} requests/s   p99 ${p99Ms} ms   ${failures} failed`
