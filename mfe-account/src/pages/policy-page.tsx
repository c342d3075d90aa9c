import './policy-page.css'
import { PageContainer } from '@offquad/ui'
import { university, usePageTitle } from '@offquad/web-kit'
import { policySections } from '../features/policy/policy-sections'

export function PolicyPage() {
  usePageTitle('Privacy Policy')
  const { productName } = university()
  const sections = policySections(university())
  return (
    <PageContainer>
      <article className="account-policy">
        <h1>Privacy Policy</h1>
        <p className="account-policy-dates">Effective 2 November 2021. Last updated 3 September 2023.</p>
        <p>
          {productName} helps students find a place to live off campus. This page says what we know about you,
          why, for how long, and what you can do about it.
        </p>
        <nav aria-label="Sections">
          <ol>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        {sections.map(({ id, title, paragraphs }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </article>
    </PageContainer>
  )
}
