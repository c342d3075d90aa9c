import { IMPORT_COLUMNS, type ImportColumns } from '@offquad/contracts'
import { readRows } from './read-rows'

const COLUMNS = { required: ['id'], known: ['id', 'name', 'numBeds', 'area'] } satisfies ImportColumns

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'))
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))

function read(name: string, content: string | Uint8Array) {
  const { rows, notes } = readRows(typeof content === 'string' ? utf8(content) : content, name, COLUMNS)
  return { rows: [...rows], notes }
}

describe('readRows', () => {
  it('reads CSV with a byte order mark, Windows line endings and line breaks inside cells', () => {
    expect(read('a.csv', '\uFEFFid,name\r\n1,"Gull\r\nHouse"\r\n2,"He said ""hi"""\r\n').rows).toEqual([
      { line: 2, value: { id: '1', name: 'Gull\nHouse' } },
      { line: 4, value: { id: '2', name: 'He said "hi"' } },
    ])
  })

  it('needs no landlord of a review, which an apartment tells', () => {
    const bytes = utf8('aptId,date,overallRating,reviewText\n1,2024-08-31,4,Quiet.\n')

    expect([...readRows(bytes, 'a.csv', IMPORT_COLUMNS.reviews).rows]).toHaveLength(1)
  })

  it('reads records whose first line is blank, because their text begins with a line break', () => {
    expect(read('a.csv', 'name,id\n"\nGull House",1\n,,"\n"\n,2\n').rows).toEqual([
      { line: 2, value: { id: '1', name: '\nGull House' } },
      { line: 6, value: { id: '2', name: '' } },
    ])
  })

  it('detects the format of a file by its first character, whatever its name says', () => {
    expect(read('a.csv', '\uFEFF[{"id": 1}]').rows).toEqual([{ line: 1, value: { id: 1 } }])
    expect(read('json', ' [{"id": 1}]').rows).toEqual([{ line: 1, value: { id: 1 } }])
    expect(read('csv', 'id\n1\n').rows).toEqual([{ line: 2, value: { id: '1' } }])
  })

  it.each([
    ['semicolons', 'id;name\n1;A, B\n'],
    ['tabs', 'id\tname\n1\tA, B\n'],
    ['bars', 'id|name\n1|A, B\n'],
    ["Excel's first line", 'sep=;\nid;name\n1;A, B\n'],
    ['a separator that only its first line tells', 'sep=^\nid^name\n1^A, B\n'],
    ['a first line that is wrong', 'sep=,\nid;name\n1;A, B\n'],
    ['spaces around quotation marks', 'id, name\n1, "A, B" \n'],
    ['old line endings of the Mac', 'id;name\r1;A, B\r'],
    ['empty rows and columns', ';;\n\nid;name;;\n1;A, B;;\n;;;\n'],
  ])('finds the separator of a file with %s', (_what, text) => {
    expect(read('a.csv', text).rows.map(({ value }) => value)).toEqual([{ id: '1', name: 'A, B' }])
  })

  it.each([
    ['UTF-16', utf16('\uFEFFid\tname\n1\tCafé 房\n'), 'Café 房'],
    ['UTF-16 without a byte order mark', utf16('id\tname\n1\tCafé\n'), 'Café'],
    ['big-endian UTF-16', new Uint8Array(Buffer.from(utf16('\uFEFFid\tname\n1\tCafé\n')).swap16()), 'Café'],
  ])('reads %s', (_encoding, bytes, name) => {
    expect(read('a.csv', bytes)).toEqual({ rows: [{ line: 2, value: { id: '1', name } }], notes: [] })
  })

  it('reads Windows-1252 with a note, and refuses other encodings and workbooks', () => {
    expect(read('a.csv', bytesOf('id,name\n1,Café \x96 \x93\x80 9\x94\n'))).toEqual({
      rows: [{ line: 2, value: { id: '1', name: 'Café – “€ 9”' } }],
      notes: ['The file is not in UTF-8 and was read as Windows-1252: check letters with accents.'],
    })
    expect(() => read('a.csv', bytesOf('id,name\n1,Caf\x8f\n'))).toThrow('encoding is unknown')
    expect(() => read('a.csv', utf8('PK\u0003\u0004'))).toThrow('this is a workbook')
    expect(() => read('a.csv', 'PK,name\n1,Gull House\n')).toThrow('the header has no column id')
  })

  it.each([
    ['a.csv', ' ID , Name ,num_beds,AREA,Color\n1,x,2,WEST,red\n'],
    ['a.json', '[{" ID ": "1", "Name": "x", "num_beds": "2", "AREA": "WEST", "Color": "red"}]'],
  ])('reads columns of %s however they are spelled, and names unknown ones once', (name, text) => {
    const { rows, notes } = read(name, text)

    expect(rows.map(({ value }) => value)).toEqual([{ id: '1', name: 'x', numBeds: '2', area: 'WEST' }])
    expect(notes).toEqual(['Columns that are not read: Color.'])
  })

  it('takes no member of a JSON object for its prototype', () => {
    const { rows, notes } = read('a.json', '[{"id": 1, "__proto__": {"name": "x"}, "constructor": {}}]')

    expect(rows).toEqual([{ line: 1, value: { id: 1 } }])
    expect(notes).toEqual(['Columns that are not read: __proto__, constructor.'])
  })

  it.each([
    ['id,name,Name\n1,x,y\n', 'line 1: the header has the column name twice: keep one of them'],
    ['number,name\n1,x\n', 'line 1: the header has no column id: the first line names the columns'],
    ['1,x,WEST\n', 'line 1: the header has no column id'],
  ])('refuses the whole file once for the header of %j', (text, reason) => {
    expect(() => read('a.csv', text)).toThrow(reason)
  })

  it('rejects only the row with a quotation mark inside a cell, or with a separator too many', () => {
    const { rows } = read(
      'a.csv',
      'id,name,area\n1,a,x\n2,The 5" Pipe,x\n3,Smith, Jones,x\n4,"b\n5,"5" Pipe",x\n6,The "Old" Mill,x\n7,"c\nd",x\n8,5" by 6" Rd,x\n',
    )

    expect(rows).toEqual([
      { line: 2, value: { id: '1', name: 'a', area: 'x' } },
      { line: 3, value: {}, problem: expect.stringContaining('quotation mark') },
      {
        line: 4,
        value: {},
        problem: 'has 4 cells, but the header has 3: put a cell that contains a separator in quotation marks',
      },
      { line: 5, value: {}, problem: expect.stringContaining('quotation mark') },
      { line: 6, value: {}, problem: expect.stringContaining('quotation mark') },
      { line: 7, value: { id: '6', name: 'The "Old" Mill', area: 'x' } },
      { line: 8, value: { id: '7', name: 'c\nd', area: 'x' } },
      { line: 10, value: { id: '8', name: '5" by 6" Rd', area: 'x' } },
    ])
  })

  it('reads every row of a file that mixes the line endings of Windows, Unix and the old Mac', () => {
    expect(read('a.csv', 'id,name\r\n1,a\n2,b\r3,"c\rd"\r\n').rows).toEqual([
      { line: 2, value: { id: '1', name: 'a' } },
      { line: 3, value: { id: '2', name: 'b' } },
      { line: 4, value: { id: '3', name: 'c\nd' } },
    ])
  })

  it('reads a large file', () => {
    const text = `id,name\n${Array.from({ length: 20_000 }, (_, index) => `${index},"House, ${index}"\n`).join('')}`

    const { rows } = read('large.csv', text)

    expect(rows).toHaveLength(20_000)
    expect(rows.at(-1)).toEqual({ line: 20_001, value: { id: '19999', name: 'House, 19999' } })
  })

  it.each(['empty.csv', 'empty.json', 'empty'])('refuses %s', (name) => {
    expect(() => read(name, '\uFEFF \n')).toThrow('the file is empty')
  })
})
