import { Choice, chooseColorScheme, type ColorScheme, TextButton, useColorScheme } from '@offquad/ui'
import { paths, requestContact, university } from '@offquad/web-kit'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { rememberColors } from '../early/colors'

export function Footer() {
  const { productName, name, areas } = university()
  return (
    <footer className="shell-footer offquad-note">
      <div className="shell-footer-inner offquad-page">
        <div>
          <p>
            {productName} is made by and for students of {name}. Reviews are moderated and anonymous.
          </p>
          <Colors />
        </div>
        <Links
          title="Find a place"
          links={[
            [
              'All apartments',
              paths.search({ filters: { initialSortBy: 'avgRating', initialSortLowToHigh: false } }),
            ],
            ['By renting company', '/reviews'],
            ['My places', paths.places()],
          ]}
        />
        <Links title="Parts of town" links={areas.map(({ id, name: area }) => [area, paths.location(id)])} />
        <Links
          title="Help"
          links={[
            ['Guides', paths.guides()],
            ['Questions and answers', paths.questions()],
            ['Privacy Policy', paths.policies()],
          ]}
        >
          <li>
            Want to get in touch?{' '}
            <TextButton onClick={() => requestContact({ view: 'choice' })}>Contact Us!</TextButton>
          </li>
        </Links>
      </div>
    </footer>
  )
}

interface LinksProps {
  title: string
  links: [name: string, to: string][]
  children?: ReactNode
}

/** A column of the footer. */
function Links({ title, links, children }: LinksProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {children}
        {links.map(([name, to]) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const COLORS: { value: ColorScheme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function Colors() {
  return (
    <Choice
      label="Colors"
      value={useColorScheme()}
      options={COLORS}
      onChange={(scheme) => {
        chooseColorScheme(scheme)
        rememberColors(document.documentElement.style.colorScheme)
      }}
    />
  )
}
