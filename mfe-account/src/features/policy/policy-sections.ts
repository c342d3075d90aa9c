interface PolicySection {
  /** Part of the address: other pages link to it. */
  id: string
  title: string
  paragraphs: string[]
}

interface Publisher {
  productName: string
  name: string
  emailDomain: string
}

/** The privacy policy of this site, for the university that runs it. */
export const policySections = (publisher: Publisher): PolicySection[] => [
  ...whatWeKnow(publisher),
  ...whatWeDoWithIt(),
  ...whatYouCanDo(publisher),
]

function whatWeKnow({ name }: Publisher): PolicySection[] {
  return [
    {
      id: 'data-collected',
      title: 'Data we collect',
      paragraphs: [
        'You can browse, search and read reviews without an account. Then we keep no data about you beyond short-lived technical logs: the address of the page, the time, and whether the request succeeded.',
        `When you sign in, we receive your name, your ${name} e-mail address and the address of your profile picture from the sign-in provider. When you write a review, save an apartment, mark a review helpful, report a review or contact us, we keep what you entered together with your account, so that you can change or delete it.`,
        'Photos you upload are stored without the location and camera data they may contain.',
      ],
    },
    {
      id: 'analytics',
      title: 'Session analytics',
      paragraphs: [
        'To learn where pages are slow or confusing we may use a session-analytics tool. It records clicks, scrolling and the pages visited, with what is typed masked. It is not used to identify you, and it is not combined with your account.',
      ],
    },
    {
      id: 'sign-in',
      title: 'Sign-in through a third party',
      paragraphs: [
        `Signing in uses your ${name} Google account. Google tells us that you are who you say; we never see your password. Google's own privacy policy applies to what Google does.`,
      ],
    },
    {
      id: 'use',
      title: 'How we use it',
      paragraphs: [
        'We use your data to show your own reviews and saved places to you, to keep reviews honest, and to answer your messages. Reviews are published without your name or any other sign of who wrote them; administrators can see who wrote a review when they moderate it.',
      ],
    },
  ]
}

function whatWeDoWithIt(): PolicySection[] {
  return [
    {
      id: 'retention',
      title: 'How long we keep it',
      paragraphs: [
        'We keep your account and what you wrote until you delete it. A device you do not use for 30 days is signed out, and what we know of its session is deleted. Pictures you uploaded and never used go after a day, technical logs after 30. Deleted reviews are no longer shown, nor are their pictures; a record that a review was moderated is kept so that decisions can be checked.',
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
        'We do not sell data and we do not give it to landlords or advertisers. Companies that host the site process it for us under contract. We disclose data when the law requires it.',
      ],
    },
    {
      id: 'transfers',
      title: 'International transfers',
      paragraphs: [
        'Data may be processed in the United States and in other countries where our hosting providers work. By using the site from elsewhere you understand that your data is transferred there.',
      ],
    },
  ]
}

function whatYouCanDo({ productName, name, emailDomain }: Publisher): PolicySection[] {
  const contact = `${productName.toLowerCase()}@${emailDomain}`
  return [
    {
      id: 'your-rights',
      title: 'Your rights',
      paragraphs: [
        'On your profile you can download what we keep about you and delete your account. With it go your bookmarks, likes, questions and sessions at once; you choose whether your reviews are removed as well or stay without anything that says they are yours.',
        `You may also ask us what we know about you or have it corrected. Write to ${contact} from your ${name} address and we will answer within 30 days.`,
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies and local storage',
      paragraphs: [
        'A cookie keeps you signed in; it cannot be read by scripts and is deleted when you sign out. Your browser remembers for the session where you were in a list; it keeps your name, so that pages show at once that you are signed in, until you sign out, and a review you have begun until you send it. We set no advertising cookies.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      paragraphs: [
        'When this policy changes, the date at the top changes with it. Important changes are announced on the home page before they take effect.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      paragraphs: [`Questions about privacy reach us at ${contact}.`],
    },
  ]
}
