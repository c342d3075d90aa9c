import './policy-page.css'
import { SESSION_DAYS } from '@offquad/contracts'
import { PageContainer } from '@offquad/ui'
import { university, usePageTitle } from '@offquad/web-kit'

export function PolicyPage() {
  usePageTitle('Privacy Policy')
  const { productName } = university()
  const sections = policySections(university())
  return (
    <PageContainer>
      <article className="account-policy">
        <h1>Privacy Policy</h1>
        <p className="offquad-soft">Effective 2 November 2021. Last updated 3 September 2023.</p>
        <p>
          {productName} helps students find a place to live off campus. This page explains what data we keep
          about you, why, for how long, and what you can do about it.
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

interface PolicySection {
  /** The URL fragment that other pages link to. */
  id: string
  title: string
  paragraphs: string[]
}

function policySections({ productName, name, emailDomain }: ReturnType<typeof university>): PolicySection[] {
  const contact = `${productName.toLowerCase()}@${emailDomain}`
  return [
    {
      id: 'data-collected',
      title: 'Data we collect',
      paragraphs: [
        'You can browse, search and read reviews without an account. In that case we keep only short-lived technical logs: the URL of the page, the time, and whether the request succeeded.',
        `When you sign in, we receive your name, your ${name} e-mail address and the URL of your profile picture from the sign-in provider. When you write a review, save an apartment, mark a review helpful, report a review or contact us, we store what you entered with your account, so that you can change or delete it.`,
        'In a list that you share, members and those with its link read what you write there. Members see the first name you choose and, unless you turn it off, how far each place is for you in steps of ten minutes; they see neither your places nor your e-mail address.',
        'Photos you upload are stored without the location and camera data they may contain.',
      ],
    },
    {
      id: 'analytics',
      title: 'Session analytics',
      paragraphs: [
        'To learn where pages are slow or confusing, we may use a session-analytics tool. It records clicks, scrolling and the pages visited; typed text is masked. It is not used to identify you and is not linked to your account.',
      ],
    },
    {
      id: 'sign-in',
      title: 'Sign-in through a third party',
      paragraphs: [
        `Signing in uses your ${name} Google account. Google confirms your identity to us; we never see your password. Google's own privacy policy applies to the data that Google processes.`,
      ],
    },
    {
      id: 'use',
      title: 'How we use it',
      paragraphs: [
        'We use your data to show you your own reviews and bookmarks, to tell you what you asked to be told, to keep reviews honest, and to answer your messages. Reviews are published without your name or anything else that identifies you; administrators can see who wrote a review when they moderate it.',
      ],
    },
    {
      id: 'retention',
      title: 'How long we keep it',
      paragraphs: [
        `We keep your account and what you wrote until you delete it. A device that you do not use for ${SESSION_DAYS} days is signed out, and its session is deleted. Pictures that you upload but never use are deleted after a day, technical logs after 30 days. Deleted reviews and their pictures are no longer shown; a record that a review was moderated is kept so that decisions can be checked. Backups are made every day and deleted after a week; until then they still contain what you have deleted.`,
      ],
    },
    {
      id: 'children',
      title: 'Children under 13',
      paragraphs: [
        'The site is for university students. We do not knowingly collect data from children under 13. If you believe that a child has given us data, write to us and we will delete it.',
      ],
    },
    {
      id: 'disclosure',
      title: 'Disclosure to third parties',
      paragraphs: [
        'We do not sell data and we do not give it to landlords or advertisers. Companies that host the site process it for us under contract. An address that you look up on My Places is sent to the provider that finds it on the map, without your name. We disclose data when the law requires it.',
      ],
    },
    {
      id: 'transfers',
      title: 'International transfers',
      paragraphs: [
        'Data may be processed in the United States and in other countries where our hosting providers work. By using the site from elsewhere you understand that your data is transferred there.',
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      paragraphs: [
        'On your profile you can download the data we keep about you and delete your account. Your bookmarks, saved searches, alerts, likes, places, questions and sessions are deleted with it immediately, as are your lists and what you said in those of others; you choose whether your reviews are removed as well or remain without your name.',
        `You may also ask us what data we keep about you, or ask us to correct it. Write to ${contact} from your ${name} address and we will answer within 30 days.`,
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies and local storage',
      paragraphs: [
        'A cookie keeps you signed in; scripts cannot read it, and it is deleted when you sign out. Your browser stores your position in lists and your last searches until you close it, your name until you sign out, so that pages show immediately that you are signed in, the draft of a review until you submit it, which apartments you viewed last until you clear them, the colors you chose for these pages, and the places you go to until you sign in, when they become part of your account. We set no advertising cookies.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      paragraphs: [
        'When this policy changes, we update the date at the top. Important changes are announced on the home page before they take effect.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      paragraphs: [`For questions about privacy, write to ${contact}.`],
    },
  ]
}
