import { Skeleton } from '@offquad/ui'
import { QueryContent } from '@offquad/web-kit'
import { type ComponentProps } from 'react'

interface LoadedProps<Data> extends Omit<ComponentProps<typeof QueryContent<Data>>, 'fallback'> {
  /** The lines in its place while it loads. */
  rows: number
}

/** The data of a query, or the reason why it cannot be loaded. */
export const Loaded = <Data,>({ rows, ...content }: LoadedProps<Data>) => (
  <QueryContent {...content} fallback={<Skeleton active paragraph={{ rows }} />} />
)
