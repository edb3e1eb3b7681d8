// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The behaviour of an application with weir-embedded on its class path, but neither weir-redis nor weir-mysql. */
class MissingArtifactsTest {

  /** Such an application. It is loaded by a class loader without the stores' classes. */
  public static final class Application {
    private Application() {}

    /** Configures both stores, and returns the resulting message. */
    public static String openStores() {
      try {
        EmbeddedRatelimit unused = EmbeddedRatelimit.builder()
            .namespace("api")
            .limit(1, "60s")
            .redis("redis://127.0.0.1:1")
            .mysql("jdbc:mariadb://127.0.0.1:1/weir", "me", "word")
            .region("eu")
            .build();
        return "built";
      } catch (IllegalArgumentException e) {
        return String.valueOf(e.getMessage());
      }
    }

    /** Configures no store, and returns the remaining units. */
    public static String checkWithoutStores() {
      try (EmbeddedRatelimit limiter =
          EmbeddedRatelimit.builder().namespace("api").limit(5, "60s").build()) {
        return "remaining " + limiter.limit("a").remaining();
      }
    }
  }

  private static String runWithoutStores(String method)
      throws IOException, ReflectiveOperationException {
    try (URLClassLoader loader =
        new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
      return String.valueOf(
          loader.loadClass(Application.class.getName()).getMethod(method).invoke(null));
    }
  }

  private static URL[] classPath() throws MalformedURLException {
    List<URL> kept = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!entry.contains("weir-redis") && !entry.contains("weir-mysql")) {
        kept.add(Path.of(entry).toUri().toURL());
      }
    }
    return kept.toArray(URL[]::new);
  }

  @Test
  void aMissingStoreArtifactIsNamed() throws Exception {
    assertThat(runWithoutStores("openStores"))
        .contains("redis needs io.weir:weir-redis on the class path")
        .contains("mysql needs io.weir:weir-mysql on the class path");
  }

  @Test
  void noArtifactIsNeededWithoutAStore() throws Exception {
    assertThat(runWithoutStores("checkWithoutStores")).isEqualTo("remaining 4");
  }
}
