import { Choice, chooseColorScheme, type ColorScheme, TextButton, useColorScheme } from '@offquad/ui'
import { paths, requestContact, university } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { rememberColors } from '../early/colors'

export function Footer() {
  const { productName, name } = university()
  return (
    <footer className="shell-footer">
      <div className="shell-footer-inner">
        <p>
          {productName} is made by and for students of {name}. Reviews are moderated and anonymous.
        </p>
        <div>
          <p>
            Want to get in touch?{' '}
            <TextButton onClick={() => requestContact({ view: 'choice' })}>Contact Us!</TextButton>
          </p>
        </div>
        <p>
          <Link to={paths.policies()}>Privacy Policy</Link>
        </p>
        <Colors />
      </div>
    </footer>
  )
}

const COLORS: { value: ColorScheme; label: string }[] = [
  { value: 'system', label: 'As the system' },
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
