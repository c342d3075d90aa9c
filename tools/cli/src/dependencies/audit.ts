import { spawnSync } from 'node:child_process'
import { CommandFailure } from '../command-failure'
import { REPOSITORY } from '../config'
import { say } from '../terminal'

const UNKNOWN = 2

/**
 * Checks production dependencies for known vulnerabilities.
 * @throws CommandFailure with code 1 when there are serious ones, 2 when they could not be checked
 */
export async function audit(): Promise<void> {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  say(judgeAudit(stdout))
}

interface AuditReport {
  vulnerabilities?: Record<string, { severity: string; range: string; fixAvailable: unknown }>
  /** The error of a registry that returned no report. */
  message?: string
}

const SERIOUS = ['high', 'critical']

/**
 * @param output of npm audit --json
 * @returns a sentence when there is nothing serious
 * @throws CommandFailure as `audit` does
 */
export function judgeAudit(output: string): string {
  const { vulnerabilities, message } = parse(output)
  if (!vulnerabilities)
    throw new CommandFailure(
      `Whether dependencies have known vulnerabilities could not be looked up: ${message ?? 'npm audit printed no report'}. Run it again where registry.npmjs.org answers audits; until then nothing is known either way.`,
      UNKNOWN,
    )
  const serious = Object.entries(vulnerabilities).filter(([, { severity }]) => SERIOUS.includes(severity))
  if (serious.length === 0)
    return 'No production dependency has a known vulnerability of severity high or critical.'
  const lines = serious.map(
    ([name, { severity, range, fixAvailable }]) =>
      `  ${name} ${range}: ${severity}, ${fixAvailable ? 'a newer version fixes it' : 'there is no fix yet'}`,
  )
  throw new CommandFailure(
    `Production dependencies have known vulnerabilities (details: npm audit --omit=dev):\n${lines.join('\n')}`,
  )
}

function parse(output: string): AuditReport {
  try {
    return JSON.parse(output) as AuditReport
  } catch {
    return {}
  }
}
