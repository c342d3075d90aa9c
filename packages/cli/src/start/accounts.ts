interface DemoAccount {
  email: string
  name: string
}

/** Who can sign in to a development platform with one click; any other address of the university works too. */
export function demoAccounts(emailDomain: string): DemoAccount[] {
  return [
    { email: `maya.lindqvist@${emailDomain}`, name: 'Maya Lindqvist' },
    { email: `theo.okafor@${emailDomain}`, name: 'Theo Okafor' },
    { email: `priya.raman@${emailDomain}`, name: 'Priya Raman' },
    { email: `admin@${emailDomain}`, name: 'Admin' },
  ]
}
