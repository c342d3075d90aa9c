interface FiguresProps {
  figures: readonly (readonly [label: string, value: string | number])[]
  className?: string
}

/** Numbers in a row, each below its label. */
export const Figures = ({ figures, className = '' }: FiguresProps) => (
  <dl className={`offquad-figures offquad-cluster ${className}`}>
    {figures.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
