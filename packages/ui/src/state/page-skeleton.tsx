import './skeleton.css'
import { type ReactNode } from 'react'
import { CardGrid } from '../listing/card-row'
import { cardSkeletons } from '../listing/listing-card'
import { PageContainer } from '../page-container'
import { Bone, Lines } from './skeleton'

/** Kinds of pages. */
type Shape = 'home' | 'search' | 'place' | 'cards' | 'profile' | 'text' | 'admin'

interface PageSkeletonProps {
  /**
   * The kind of page: 'home', 'search', 'place' (an apartment or a landlord), 'cards', 'profile', 'text' or 'admin'. Any
   * other value is shown as a title, a picture and some lines.
   */
  shape?: string
  /** Adds the page's margins, if it is the whole content. */
  isPage?: boolean
}

/** The placeholder of a page that is loading, in the page's shape so that the layout does not shift. */
export function PageSkeleton({ shape = '', isPage = false }: PageSkeletonProps = {}) {
  const content = isKnown(shape) ? SHAPES[shape] : GENERIC
  return (
    <div role="status" aria-busy="true" aria-label="Loading">
      <div aria-hidden="true">
        {isPage && shape === 'home' && <div className="offquad-bone-hero" />}
        {isPage ? <PageContainer>{content}</PageContainer> : content}
      </div>
    </div>
  )
}

/** The placeholder of a list that is loading. */
export function ListSkeleton({ items = 3, lines = 3 }: { items?: number; lines?: number }) {
  return (
    <div role="status" aria-busy="true" aria-label="Loading" className="offquad-bone-list">
      {times(items, (item) => (
        <div key={item}>
          <Lines count={lines} />
        </div>
      ))}
    </div>
  )
}

const isKnown = (shape: string): shape is Shape => Object.hasOwn(SHAPES, shape)

const times = (count: number, render: (index: number) => ReactNode): ReactNode[] =>
  Array.from({ length: count }, (_, index) => render(index))

const Title = ({ width = '45%' }: { width?: string }) => <Bone height={43} width={width} />

const Sections = ({ count }: { count: number }) => (
  <div className="offquad-bone-list">
    {times(count, (index) => (
      <div key={index}>
        <Bone height={28} width="30%" />
        <Bone height={88} />
      </div>
    ))}
  </div>
)

const GENERIC = (
  <div className="offquad-stack">
    <Title />
    <Bone height={320} />
    <Bone height={20} width="80%" />
    <Bone height={20} width="65%" />
  </div>
)

const SHAPES: Record<Shape, ReactNode> = {
  home: times(3, (row) => (
    <div key={row} className="offquad-row offquad-section">
      <div className="offquad-row-head offquad-ends">
        <Bone height={28} width="280px" />
      </div>
      <ul className="offquad-row-cards offquad-scroll-row">
        {cardSkeletons(8).map(({ key, content }) => (
          <li key={key}>{content}</li>
        ))}
      </ul>
    </div>
  )),
  search: (
    <div className="offquad-stack">
      <Bone height={56} />
      <CardGrid items={cardSkeletons(9)} />
    </div>
  ),
  place: (
    <div className="offquad-stack">
      <Title />
      <Bone height={24} width="30%" />
      <div className="offquad-bone offquad-bone-gallery" />
      <div className="offquad-beside">
        <Sections count={3} />
        <Bone height={420} />
      </div>
    </div>
  ),
  cards: (
    <div className="offquad-stack">
      <Title />
      <CardGrid items={cardSkeletons(12)} />
    </div>
  ),
  profile: (
    <div className="offquad-stack">
      <Title width="220px" />
      <Bone height={72} width="240px" />
      <Sections count={3} />
    </div>
  ),
  text: (
    <div className="offquad-stack">
      <Title width="60%" />
      {times(8, (index) => (
        <Bone key={index} height={52} />
      ))}
    </div>
  ),
  admin: (
    <div className="offquad-stack">
      <Title width="140px" />
      {times(4, (index) => (
        <Bone key={index} height={150} />
      ))}
    </div>
  ),
}
