import { CommandFailure } from '../command-failure'
import { judgeAudit } from './audit'

function failureOf(output: string): CommandFailure {
  try {
    judgeAudit(output)
  } catch (error) {
    if (error instanceof CommandFailure) return error
  }
  throw new Error('it did not fail')
}

const reportOf = (severity: string) =>
  JSON.stringify({ vulnerabilities: { 'left-pad': { severity, range: '<1.3.0', fixAvailable: true } } })

describe('npm run audit', () => {
  it('exits with code 2 where the registry supports no audits', () => {
    const refused = failureOf(
      '{"message":"405 Method Not Allowed - POST https://registry","statusCode":405,"error":{}}',
    )

    expect(refused.message).toContain(
      'could not be looked up: 405 Method Not Allowed - POST https://registry.',
    )
    expect(refused.exitCode).toBe(2)
    expect(failureOf('').exitCode).toBe(2)
  })

  it('names serious vulnerabilities, with code 1, and ignores others', () => {
    const failure = failureOf(reportOf('high'))

    expect(failure.message).toContain('left-pad <1.3.0: high, a newer version fixes it')
    expect(failure.exitCode).toBe(1)
    expect(judgeAudit(reportOf('moderate'))).toMatch(/^No production dependency/)
    expect(judgeAudit('{"vulnerabilities":{}}')).toMatch(/^No production dependency/)
  })
})
