/** Somebody must always be able to run the site: the last staff account that can sign in stays. */

/**
 * SQL condition on a row of `accounts`: it is the last active staff. Asked in the statement that would change the row, so
 * that two staff who leave at the same moment cannot both go.
 */
export const IS_LAST_STAFF = `(accounts.role = 'staff' AND accounts.is_active = 1 AND NOT EXISTS (
  SELECT 1 FROM accounts AS other INDEXED BY accounts_active_staff
  WHERE other.role = 'staff' AND other.is_active = 1 AND other.id <> accounts.id))`;
