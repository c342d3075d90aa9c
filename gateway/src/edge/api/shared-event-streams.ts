import { type IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { type Dispatcher } from 'undici'
import { isEventStream } from './forwarded-headers'

/** Requests the stream from the service, until `disconnected` aborts. */
type Open = (disconnected: AbortSignal) => Promise<Dispatcher.ResponseData>

type Joined =
  | { events: Readable; headers: IncomingHttpHeaders; otherResponse?: undefined }
  | { otherResponse: Dispatcher.ResponseData }

interface Channel {
  /** The service's response to the caller who opened it. */
  opened: Promise<Dispatcher.ResponseData>
  aborter: AbortController
  readers: Set<Readable>
  /** The first event for readers who join later. */
  latest?: string
}

// Drop slow readers; they receive the latest event when they reconnect.
const MAX_UNREAD_EVENTS = 100
const MAX_EVENT_LENGTH = 64 * 1024
const END_OF_EVENT = '\n\n'

/** Event streams that are the same for every reader: each is requested once and fanned out to all browsers of this gateway. */
export function createSharedEventStreams() {
  const channels = new Map<string, Channel>()

  function end(key: string, channel: Channel): void {
    if (channels.get(key) === channel) channels.delete(key)
    for (const reader of channel.readers) reader.push(null)
    channel.readers.clear()
    channel.aborter.abort()
  }

  function broadcast(channel: Channel, event: string): void {
    if (/^data:/m.test(event)) channel.latest = event
    for (const reader of channel.readers) {
      reader.push(event)
      if (reader.readableLength > MAX_UNREAD_EVENTS) reader.destroy()
    }
  }

  /** Broadcasts complete events, so that no reader starts in the middle of one. */
  function read(key: string, channel: Channel, source: Readable): void {
    const decoder = new StringDecoder('utf8')
    let unfinished = ''
    source.on('data', (chunk: Buffer) => {
      const parts = (unfinished + decoder.write(chunk)).split(END_OF_EVENT)
      unfinished = parts.pop() ?? ''
      for (const part of parts) broadcast(channel, part + END_OF_EVENT)
      if (unfinished.length > MAX_EVENT_LENGTH) source.destroy()
    })
    // Browsers reconnect, and the first one reopens the stream.
    source.on('error', () => undefined)
    source.once('close', () => end(key, channel))
    source.once('end', () => end(key, channel))
  }

  function addReader(key: string, channel: Channel, headers: IncomingHttpHeaders): Joined {
    // In object mode, so that `readableLength` counts events.
    const events = new Readable({ objectMode: true, read: () => undefined })
    channel.readers.add(events)
    if (channel.latest) events.push(channel.latest)
    events.once('close', () => {
      channel.readers.delete(events)
      if (channel.readers.size === 0) end(key, channel)
    })
    return { events, headers }
  }

  /**
   * Joins the stream of this key, or opens it on behalf of this caller. The caller must be authorized already.
   * @returns the events from the latest one on, or the service's response if it is not an event stream
   */
  async function join(key: string, open: Open): Promise<Joined> {
    const known = channels.get(key)
    if (known) {
      const { headers } = await known.opened
      if (channels.get(key) === known) return addReader(key, known, headers)
      // The service rejected the caller who opened it, or it has ended in the meantime.
      return join(key, open)
    }
    const aborter = new AbortController()
    const channel: Channel = { opened: open(aborter.signal), aborter, readers: new Set() }
    channels.set(key, channel)
    try {
      const response = await channel.opened
      if (response.statusCode === 200 && isEventStream(response.headers)) {
        read(key, channel, response.body)
        return addReader(key, channel, response.headers)
      }
      channels.delete(key)
      return { otherResponse: response }
    } catch (error) {
      channels.delete(key)
      throw error
    }
  }

  return { join }
}
