/** What there is to choose from. */

/**
 * The entries of one list for a model.
 * @param {any} catalogue CATALOGUE
 * @param {string} model
 * @param {string} name such as "monitors"
 * @returns {any[]}
 */
export function entries_of(catalogue, model, name) {
  return catalogue.lists.find((list) => list.model === model && list.name === name)?.entries ?? [];
}
