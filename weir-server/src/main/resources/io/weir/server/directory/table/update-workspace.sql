-- Lets a workspace's keys in or not, and sets its quota.
UPDATE ratelimit_directory_workspaces SET enabled = ?, quota = ?, revision = ? WHERE digest = ?
