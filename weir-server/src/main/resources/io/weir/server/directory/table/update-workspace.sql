-- Enables or disables a workspace, and sets its quota.
UPDATE ratelimit_directory_workspaces SET enabled = ?, quota = ?, revision = ? WHERE digest = ?
