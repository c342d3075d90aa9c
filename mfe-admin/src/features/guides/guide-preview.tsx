import { guideSlot, previewGuide } from '@offquad/contracts'
import { ListSkeleton } from '@offquad/ui'
import { api, QueryContent, Slot, useDebounced } from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

const TYPING_PAUSE_MS = 400

interface GuidePreviewProps {
  title: string
  summary: string
  body: string
  updatedAt: string
}

/** The guide as readers will see it. */
export function GuidePreview({ title, body, ...facts }: GuidePreviewProps) {
  const debounced = useDebounced(body, TYPING_PAUSE_MS)
  const query = useQuery({
    queryKey: [previewGuide.path, debounced],
    queryFn: ({ signal }) => api(previewGuide, { body: { body: debounced }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Preview" className="admin-guide offquad-panel" tabIndex={0}>
      <QueryContent
        query={query}
        failure="The preview cannot be loaded right now."
        fallback={<ListSkeleton items={2} />}
      >
        {(rendered) => (
          <Slot
            contract={guideSlot}
            props={{ guide: { ...facts, ...rendered, title: title || 'Without a title' } }}
            label="The preview"
          />
        )}
      </QueryContent>
    </section>
  )
}
