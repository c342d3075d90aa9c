import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ciRun, REPOSITORY } from '../config'

const run = promisify(execFile)
const LONGEST_BY = 100

/** The author of a change, for the history: the CI run and its actor, or git's user name; undefined without both. */
export async function author(): Promise<string | undefined> {
  const ci = ciRun()
  const name = ci ? `${ci.actor}, ${ci.url}` : await git('config', 'user.name')
  return name?.slice(0, LONGEST_BY)
}

/** The commit of the working tree, with a `+` when files differ from it; undefined outside of git, as in an image. */
export async function currentCommit(): Promise<string | undefined> {
  const commit = await git('rev-parse', '--short', 'HEAD')
  if (!commit) return undefined
  const changes = await git('status', '--porcelain')
  return changes ? `${commit}+` : commit
}

/** Whether the current branch lacks a commit. Shallow clones cannot tell: they count as having it. */
export async function isMissingFromBranch(commit: string): Promise<boolean> {
  const head = await git('rev-parse', 'HEAD')
  if (!head || (await git('rev-parse', '--is-shallow-repository')) === 'true') return false
  const name = commit.replace(/\+$/, '')
  const hash = await git('rev-parse', '--verify', `${name}^{commit}`)
  return !hash || (await git('merge-base', hash, head)) !== hash
}

/** The output of a git command; undefined without git, a repository or any output. */
async function git(...args: string[]): Promise<string | undefined> {
  const output = await run('git', args, { cwd: REPOSITORY }).catch(() => undefined)
  return output?.stdout.trim() || undefined
}
