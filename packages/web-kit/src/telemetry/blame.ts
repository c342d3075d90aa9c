import { type PublishedApp, type ReportedError } from '@offquad/contracts'
import { pageData } from '../page-data'

/** A frame in a file of a version, in any browser's format, with or without a query string. */
const FRAME = /(\/mf\/[\w@.+-]+\/[\w@.+-]+\/)([\w@.+/-]+)(?:\?[^\s:]*)?:(\d+:\d+)/g

const MAX_MESSAGE_LENGTH = 200
const MAX_FRAME_LENGTH = 200

interface Blame {
  /** undefined if no file of a version is on the stack. */
  app?: PublishedApp
  error: ReportedError
}

/**
 * Attributes a failure to the version whose file is on top of the stack, which need not be the version that caught it. Skips the
 * shell's files if a remote's are below them, because the shell contains React and the shared packages.
 */
export function blameOf(error: unknown): Blame {
  const { message, stack } = describe(error)
  const { apps } = pageData().registry
  const frames = [...stack.matchAll(FRAME)].flatMap(([, baseUrl = '', file = '', position = '']) => {
    const app = apps.find((published) => published.baseUrl === baseUrl)
    return app ? [{ app, at: `${baseUrl}${file}:${position}` }] : []
  })
  const top = frames.find(({ app }) => app.remote) ?? frames[0]
  return {
    ...(top && { app: top.app }),
    error: {
      message: message.slice(0, MAX_MESSAGE_LENGTH),
      ...(top && top.at.length <= MAX_FRAME_LENGTH && { at: top.at }),
    },
  }
}

/** Chrome begins the stack with the message, which may name files as well. */
function describe(error: unknown): { message: string; stack: string } {
  if (!(error instanceof Error)) return { message: String(error), stack: '' }
  const { name, message, stack = '' } = error
  return { message: `${name}: ${message}`, stack: stack.replace(message, '') }
}
