// Writes the lines of CHANGELOG.md as users read them: without commits, and with one line for what changed beneath a package.
export default {
  async getReleaseLine({ summary }) {
    return `- ${summary.trim().replaceAll(/\n(?=.)/g, '\n  ')}`
  },
  async getDependencyReleaseLine(_changesets, dependencies) {
    if (dependencies.length === 0) return ''
    return `- With ${dependencies.map(({ name, newVersion }) => `${name} ${newVersion}`).join(', ')}.`
  },
}
