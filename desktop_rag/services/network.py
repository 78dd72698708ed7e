"""List the hosts that were contacted from a data folder, and keep the offline switch."""

from pathlib import Path

from desktop_rag.config import Config
from desktop_rag.config.options import NETWORK_OFFLINE
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.network.offline import OFFLINE
from desktop_rag.core.network.stand_ins import STAND_INS
from desktop_rag.core.network.traffic import TRAFFIC, HostTraffic, TrafficLog
from desktop_rag.core.results.network import MaskedValue
from desktop_rag.core.user_text import UserText

TRAFFIC_FILE = "network.jsonl"


class NetworkUse:
    """Records the traffic between this program and others, and follows the settings' offline switch until closed."""

    def __init__(self, data_dir: Path, config: Config) -> None:
        self._config = config
        self._log = TrafficLog(data_dir / TRAFFIC_FILE)
        self._ends = (
            OFFLINE.follow(lambda: config[NETWORK_OFFLINE]),
            config.listen(lambda _by_others: OFFLINE.enforce()),
            TRAFFIC.listen(self._log.note),
        )

    @property
    def is_offline(self) -> bool:
        """True if only programs on this computer may be contacted."""
        return OFFLINE.is_on

    def rows(self) -> tuple[HostTraffic, ...]:
        """Return one row for each host and purpose, the latest first."""
        return self._log.rows()

    def masked(self) -> tuple[MaskedValue, ...]:
        """Return the private values that were kept from servers since the program began; nothing keeps them."""
        return STAND_INS.masked()

    def clear(self) -> None:
        """Forget who was contacted.

        Raises:
            UserError: the list cannot be deleted.

        """
        try:
            self._log.clear()
        except OSError as error:
            raise UserError(
                UserText("The list cannot be deleted: {reason}.", reason=reason_of(error)),
                "Check the permissions of the data folder.",
            ) from error

    def work_offline(self, *, offline: bool) -> None:
        """Switch the network off or on, and remember that; errors are those of ``Config.update``."""
        self._config.update({NETWORK_OFFLINE.key: offline})

    def close(self) -> None:
        """Stop listening; idempotent."""
        for end in self._ends:
            end()
