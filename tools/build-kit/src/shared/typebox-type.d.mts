// What the module provides is typed by typebox itself; this is what its test uses.
export function Record(key: object, value: object, options?: object): object
