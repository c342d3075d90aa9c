import { measure, type Part, precisionOf, readSentences, recallOf, type Score } from './measure'

const percent = (share: number) => `${(share * 100).toFixed(0)} %`.padStart(9)

const printLine = (line: string) => process.stdout.write(`${line}\n`)

function printScores(part: Part): void {
  const { byTopic, all } = measure(readSentences(part))
  const print = (name: string, score: Score) => {
    const labelled = String(score.labelled).padStart(6)
    printLine(`${name.padEnd(12)} ${percent(precisionOf(score))} ${percent(recallOf(score))} ${labelled}`)
  }
  printLine(`${part.padEnd(12)} precision    recall labels`)
  for (const [topic, score] of byTopic) print(topic, score)
  print('all', all)
  printLine('')
}

function printMistakes(parts: Part[]): void {
  const { mistakes } = measure(parts.flatMap(readSentences))
  for (const { sentence, missed, wrong } of mistakes) {
    printLine(sentence)
    for (const label of missed) printLine(`  missed ${label}`)
    for (const label of wrong) printLine(`  wrong  ${label}`)
  }
}

printScores('tuning')
printScores('held-out')
printScores('later')
printScores('second-held-out')
// Never mistakes of the held-out parts: if the lexicon were tuned to them, their figures would not generalize.
if (process.argv.includes('--mistakes')) printMistakes(['tuning', 'later'])
