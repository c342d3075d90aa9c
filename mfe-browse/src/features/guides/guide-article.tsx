import './guides.css'
import { type Guide, type SlotPropsOf, type guideSlot } from '@offquad/contracts'
import { GuideBody } from './guide-text'
import { GuideFacts } from './guide-list'

/** Shorter guides need no table of contents. */
const MIN_SECTIONS = 3

/** A guide as readers see it, also in the preview for administrators. */
export function GuideArticle({ guide }: SlotPropsOf<typeof guideSlot>) {
  const { title, summary, contents, text } = guide
  return (
    <article className="browse-guide" dir="auto">
      <div className="offquad-stack">
        <header>
          <h1>{title}</h1>
          <p className="offquad-soft">{summary}</p>
          <GuideFacts guide={guide} />
        </header>
        {contents.length >= MIN_SECTIONS && <Contents contents={contents} />}
        <div className="browse-guide-text">
          <GuideBody text={text} />
        </div>
      </div>
    </article>
  )
}

function Contents({ contents }: Pick<Guide, 'contents'>) {
  return (
    <nav aria-labelledby="guide-contents" className="offquad-note">
      <strong id="guide-contents">In this guide</strong>
      <ol className="offquad-facts">
        {contents.map(({ id, title }) => (
          <li key={id}>
            <a className="offquad-plain-link" href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
