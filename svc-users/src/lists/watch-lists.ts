import { type Readable } from 'node:stream'
import { listChanged, type watchList, type ReplyOf } from '@offquad/contracts'
import { createEventStreams, type EventStreams, type Events, type Exchange } from '@offquad/service-kit'
import { type StoredList } from './lists.repository'

interface WatchDeps {
  events: Pick<Events, 'subscribe' | 'publish'>
  log: { warn(fields: object, message: string): void }
}

type Message = ReplyOf<typeof watchList>

/** Streams the versions of lists, after every change that any instance publishes. */
export function watchLists({ events, log }: WatchDeps) {
  const streamsOf = new Map<string, EventStreams<Message>>()

  function end(listId: string): void {
    streamsOf.get(listId)?.close()
    streamsOf.delete(listId)
  }

  // Not awaited: Redis may be unavailable. A new stream begins with the current version.
  events
    .subscribe(listChanged, ({ listId, version, changesMembers }) => {
      streamsOf.get(listId)?.send({ version })
      if (changesMembers) end(listId)
    })
    .catch((err: unknown) => log.warn({ err }, 'changes of lists cannot be sent to open streams'))

  return {
    /** The caller must be a member. */
    open(exchange: Exchange, { id, version }: StoredList): Readable {
      const streams = streamsOf.get(id) ?? createEventStreams<Message>()
      streamsOf.set(id, streams)
      const stream = streams.open(exchange, { version })
      stream.once('close', () => {
        if (streams.count === 0 && streamsOf.get(id) === streams) end(id)
      })
      return stream
    },
    close: () => [...streamsOf.keys()].forEach(end),
  }
}
