import { parseArgs } from 'node:util'
import { rollBackStored } from '@offquad/releases'
import { WorseVersionError } from '@offquad/releases/service-trial'
import { loadCommandConfig, loadTrialConfig } from './config'
import { judgeService, tryService } from './try-service'

// Commands for operators, with the settings of the gateway: node gateway/dist/command.js rollback mfe-browse
const USAGE = `Usage: node gateway/dist/command.js rollback APP [--to VERSION] [--with-remotes] [--reason TEXT] [--by NAME]
Rolls an app back in the database that gateways share, also while no gateway runs.

node gateway/dist/command.js try SERVICE VERSION BEFORE URL [--known] [--by NAME]
In the container of a gateway: has it check and try the version of a service at URL, for deploy/update.sh.
Prints "all" when URL gets all requests, which it does until standard input ends: with "live" once VERSION runs in place
of BEFORE. Notes that in the service's history, or why it was taken back. --known: without the trial.

node gateway/dist/command.js judge SERVICE VERSION BEFORE [--seconds 120] [--by NAME]
In the container of a gateway, after an engine has put VERSION in place of BEFORE: compares the two by the requests of this
gateway, and notes the verdict in the service's history. Fails as soon as VERSION fails more often or is far slower, and
with status 2 when no requests reached both.`

try {
  const { values, positionals } = readArguments()
  const [command, service, version, before, url, ...rest] = positionals
  const change =
    version &&
    before &&
    ({ version, before, by: values.by, action: values.known ? 'rollback' : 'deploy' } as const)
  if (command === 'rollback' && service && !version) await rollBack(service, values)
  else if (command === 'try' && service && change && url && rest.length === 0) {
    const onAll = () => process.stdout.write('all\n')
    await tryService(loadTrialConfig(), { service, change, url, lease: process.stdin, onAll })
  } else if (command === 'judge' && service && change && !url) {
    const seconds = Number(values.seconds ?? 120)
    if (!(seconds > 0)) throw new Error(`--seconds is a number above 0, not ${values.seconds}`)
    const requests = await judgeService(loadTrialConfig(), { service, change, seconds })
    if (requests === 0) process.exitCode = 2
    const verdict = requests
      ? `no worse than before in ${requests} requests`
      : 'nothing is known without requests to both'
    process.stdout.write(`${service} ${version}: ${verdict}\n`)
  } else throw new Error(USAGE)
} catch (error) {
  const said = error instanceof WorseVersionError ? 'it was taken back: ' : ''
  process.stderr.write(`${said}${(error as Error).message}\n`)
  process.exitCode = 1
}

async function rollBack(app: string, values: ReturnType<typeof readArguments>['values']): Promise<void> {
  const { to, reason, by = 'an operator' } = values
  const live = await rollBackStored(loadCommandConfig(), app, {
    audit: { by, date: new Date(), ...(reason && { reason }) },
    to,
    withRemotes: values['with-remotes'],
  })
  process.stdout.write(`${app} ${live?.version} is live for every gateway that runs or starts.\n`)
}

function readArguments() {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      options: { to: text, 'with-remotes': flag, known: flag, reason: text, by: text, seconds: text },
      allowPositionals: true,
    })
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`)
  }
}
