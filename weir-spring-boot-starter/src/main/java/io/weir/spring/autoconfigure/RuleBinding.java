// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import io.weir.spring.properties.RuleProperties;
import io.weir.spring.properties.WebProperties;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;

/** Binds rules that are written by name or as a list. */
final class RuleBinding implements ConfigurationPropertiesBindHandlerAdvisor {
  /*
   * Rules are bound as a map, to which Spring Boot also binds the elements of a list, by their positions. Two things
   * are corrected afterwards. First, a list in one source replaces that of another, while the entries of a map are
   * merged: a list is bound again, as a list. Second, one rule can have two spellings, since an environment variable
   * cannot contain a dash (WEIR_WEB_RULES_APIKEY_LIMIT) and would create a second rule of the same values.
   */
  private static final ConfigurationPropertyName RULES =
      ConfigurationPropertyName.of("weir.web.rules");

  /** Called by Spring Boot. */
  public RuleBinding() {}

  @Override
  public BindHandler apply(BindHandler handler) {
    return new AbstractBindHandler(handler) {
      @Override
      public @Nullable Object onSuccess(
          ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        Object bound = super.onSuccess(name, target, context, result);
        return name.equals(RULES) && bound instanceof Map<?, ?> rules
            ? normalized(rules, context)
            : bound;
      }
    };
  }

  private static Map<String, RuleProperties> normalized(Map<?, ?> bound, BindContext context) {
    Map<String, RuleProperties> rules = new LinkedHashMap<>();
    Map<String, String> spellings = new LinkedHashMap<>();
    bound.forEach((key, rule) -> {
      String name = String.valueOf(key);
      if (!WebProperties.isListIndex(name)) {
        String spelling = spellings.merge(canonical(name), name, RuleBinding::preferredName);
        rules.remove(canonical(name));
        rules.put(spelling, (RuleProperties) rule);
      }
    });
    if (isList(context)) {
      List<RuleProperties> list =
          context.getBinder().bind(RULES, Bindable.listOf(RuleProperties.class)).orElse(List.of());
      for (int i = 0; i < list.size(); i++) {
        rules.put(Integer.toString(i), list.get(i));
      }
    }
    return rules;
  }

  /** Returns the name as Spring compares names. */
  private static String canonical(String name) {
    return name.replace("-", "").toLowerCase(Locale.ROOT);
  }

  /**
   * Prefers the spelling with dashes or capitals: it was written, while the canonical one may come from an
   * environment variable.
   */
  private static String preferredName(String one, String other) {
    return one.equals(canonical(one)) ? other : one;
  }

  private static boolean isList(BindContext context) {
    for (ConfigurationPropertySource source : context.getSources()) {
      if (source instanceof IterableConfigurationPropertySource names
          && names.stream().anyMatch(RuleBinding::isElement)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isElement(ConfigurationPropertyName name) {
    return RULES.isAncestorOf(name) && name.isNumericIndex(RULES.getNumberOfElements());
  }
}
