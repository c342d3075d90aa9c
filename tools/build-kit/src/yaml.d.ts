/** The value of a YAML file. */
declare module '*.yaml' {
  const value: unknown
  export { value as default }
}
