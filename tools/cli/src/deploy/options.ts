import { type ParseArgsConfig } from 'node:util'
import { readArguments } from '../arguments'
import { CommandFailure } from '../command-failure'

const GATEWAY = `  --gateway URL      the gateway; absent: DEPLOY_TO, or the platform of npm start`
const REASON = `  --reason TEXT      why, for the history`

const USAGE = {
  deploy: `Usage: npm run deploy -w mfe-browse -- [options]
Builds the slice, uploads it and makes it live for all visitors.
  --canary 10        give it to 10 % of visitors first
  --canary 10,50,100 step up automatically while it does no worse than the live version; 100 promotes it
  --preview          change nothing for visitors, and print a link that shows it to those who have the link
  --with LINK        preview it together with the versions of this link, such as a shell that is not live
  --again            deploy a version although it was rolled back, or is older than what is live
  --replace-canary   deploy although another version is running as a canary
  --built            deploy what is in dist, as images do, without building; see the README of tools/cli
${REASON}
${GATEWAY}`,
  promote: `Usage: npm run promote -w mfe-browse -- [options]
Gives the canary to all visitors.
  --version VERSION  only if this version is the canary
${REASON}
${GATEWAY}`,
  rollback: `Usage: npm run rollback -w mfe-browse -- [options]
Takes back the canary; without a canary, makes the previous version live again. Also works while no gateway runs.
  --to VERSION       make this version live, an earlier or a later one; list shows which there are
  --with-remotes     of the shell: take remotes back, too, that need what only the newer shell shares
${REASON}
${GATEWAY}`,
  retire: `Usage: npm run retire -w mfe-browse -- --yes [options]
Takes the slice off the site: its pages and slots disappear. Deploying it brings it back.
  --yes              confirms
${REASON}
${GATEWAY}`,
  list: `Usage: npm run list -w mfe-browse -- [options]
Shows what is live, its canary, previews, versions to roll back to, and the history.
${GATEWAY}`,
  prune: `Usage: npm run prune -w mfe-browse -- [options]
Removes versions that nothing needs any more.
${GATEWAY}`,
}
export type CommandName = keyof typeof USAGE

const TEXT = { type: 'string' } as const
const FLAG = { type: 'boolean' } as const

export interface DeployOptions {
  gateway: string | undefined
  reason: string | undefined
  /** Percent of visitors; absent: all, or `steps`. */
  canary: number | undefined
  /** Growing percentages of visitors. */
  steps: number[] | undefined
  isPreview: boolean
  /** Token of the preview to show it with. */
  previewWith: string | undefined
  isAgain: boolean
  replacesCanary: boolean
  isBuilt: boolean
}

/** @throws CommandFailure with the usage */
export function readDeployOptions(args: string[]): DeployOptions {
  const values = parse('deploy', args, {
    gateway: TEXT,
    reason: TEXT,
    canary: TEXT,
    preview: FLAG,
    with: TEXT,
    again: FLAG,
    'replace-canary': FLAG,
    built: FLAG,
  })
  if (values.canary !== undefined && values.preview)
    throw wrongUsage('deploy', 'A preview has no visitors: use either --preview or --canary.')
  return {
    gateway: values.gateway,
    reason: values.reason,
    ...readCanary(values.canary),
    isPreview: values.preview ?? false,
    previewWith: values.with?.replace(/^.*[?&]preview=/, ''),
    isAgain: values.again ?? false,
    replacesCanary: values['replace-canary'] ?? false,
    isBuilt: values.built ?? false,
  }
}

/** @param text as in 10, or 10,50,100; absent: all visitors get it */
export function readCanary(text: string | undefined): Pick<DeployOptions, 'canary' | 'steps'> {
  if (text === undefined) return { canary: undefined, steps: undefined }
  const percentages = text.split(',').map(Number)
  const isGrowing = percentages.every((percent, index) => percent > (percentages[index - 1] ?? 0))
  const last = percentages.at(-1) ?? 0
  if (!isGrowing || last > 100 || percentages[0] === 100)
    throw wrongUsage(
      'deploy',
      `--canary takes a percentage below 100, or growing ones such as 10,50,100; not "${text}".`,
    )
  const [canary] = percentages
  return percentages.length > 1 ? { canary: undefined, steps: percentages } : { canary, steps: undefined }
}

export const readPromoteOptions = (args: string[]) =>
  parse('promote', args, { gateway: TEXT, reason: TEXT, version: TEXT })

export const readRollbackOptions = (args: string[]) =>
  parse('rollback', args, { gateway: TEXT, reason: TEXT, to: TEXT, 'with-remotes': FLAG })

/** @throws CommandFailure unless --yes is given */
export function readRetireOptions(args: string[]) {
  const values = parse('retire', args, { gateway: TEXT, reason: TEXT, yes: FLAG })
  if (!values.yes) throw wrongUsage('retire', 'Confirm with --yes that the slice leaves the site.')
  return values
}

export const readGatewayOption = (command: 'list' | 'prune', args: string[]) =>
  parse(command, args, { gateway: TEXT })

function parse<Options extends NonNullable<ParseArgsConfig['options']>>(
  command: CommandName,
  args: string[],
  options: Options,
) {
  return readArguments({ args, options }, `\n${USAGE[command]}`).values
}

const wrongUsage = (command: CommandName, sentence: string) =>
  new CommandFailure(`${sentence}\n\n${USAGE[command]}`, 2)
