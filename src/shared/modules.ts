/** Modules that belong to another module. Without it they are off, whatever their own switch says. */
const parentModules = { onlineFees: 'feesModule' } as const

type ModuleFlags<Flag extends string> = Readonly<Record<Flag, boolean>>

/** Whether a school has a module: its switch is on, and so is the module that it belongs to. */
export function hasModule<Flag extends string>(flags: ModuleFlags<Flag>, flag: Flag): boolean {
  const parent = (parentModules as Readonly<Partial<Record<string, string>>>)[flag] as Flag | undefined
  return flags[flag] && (parent === undefined || flags[parent])
}
