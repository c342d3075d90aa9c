import { parseArgs } from 'node:util'
import { rollBackStored } from '@offquad/releases'
import { loadCommandConfig, loadTrialConfig } from './config'
import { tryService } from './try-service'

// Commands for operators, with the settings of the gateway: node gateway/dist/command.js rollback mfe-browse
const USAGE = `Usage: node gateway/dist/command.js rollback APP [--to VERSION] [--with-remotes] [--reason TEXT] [--by NAME]
Rolls an app back in the database that gateways share, also while no gateway runs.

node gateway/dist/command.js try SERVICE URL VERSION BEFORE [--known] [--by NAME]
In the container of a gateway: has it check and try the version of a service at URL, for deploy/update.sh.
Prints "all" when URL gets all requests, which it does until standard input ends: with "live" once VERSION runs in place
of BEFORE. Notes that in the service's history, or why it was taken back. --known: without the trial.`

try {
  const { values, positionals } = readArguments()
  const [command, name, url, version, before, ...rest] = positionals
  if (command === 'rollback' && name && !url) await rollBack(name, values)
  else if (command === 'try' && name && url && version && before && rest.length === 0)
    await tryService(loadTrialConfig(), {
      service: name,
      url,
      version,
      before,
      by: values.by,
      isKnownToWork: values.known ?? false,
      lease: process.stdin,
      say: (line) => process.stderr.write(`${line}\n`),
      onAll: () => process.stdout.write('all\n'),
    })
  else throw new Error(USAGE)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
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
      options: { to: text, 'with-remotes': flag, known: flag, reason: text, by: text },
      allowPositionals: true,
    })
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`)
  }
}
